"""The same program once more: at another point, beside the point, exactly."""
