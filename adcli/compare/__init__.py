"""The comparison of derivatives with finite differences, and with a gradient of the user's own."""
