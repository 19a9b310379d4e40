@rem npm runs scripts by cmd on Windows, which has no exec (docs/decisions/0008-npm-scripts-begin-with-exec.md).
@%*
