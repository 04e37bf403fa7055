"""own_server.py MODEL PORT: the package's own HTTP server, which ends with the benchmark."""

import runpy
import sys

from piper_speaker import end_with_parent

model, port = sys.argv[1:3]
end_with_parent()
sys.argv = ["piper.http_server", "--model", model, "--host", "127.0.0.1", "--port", port]
runpy.run_module("piper.http_server", run_name="__main__")
