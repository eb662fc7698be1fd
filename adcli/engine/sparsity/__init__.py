"""Which entries a Jacobian or Hessian has, and how few sweeps give them."""
