"""The command `terrus`: one module per subcommand, which is imported only when it is called."""
