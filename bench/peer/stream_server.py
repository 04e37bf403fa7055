"""stream_server.py MODEL: the smallest server that streams what the package yields.

POST /synthesize with {"text": ...} is answered with raw 16-bit PCM, each synthesized chunk sent as soon as it is there
(HTTP/1.1 chunked transfer coding). One thread a connection, one voice for all of them.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from piper_speaker import end_with_parent, load_voice

voice = load_voice(sys.argv[1])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise a small write may wait for the acknowledgement of the previous one.
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        text = json.loads(body)["text"]
        self.send_response(200)
        self.send_header("Content-Type", f"audio/l16; rate={voice.config.sample_rate}")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in voice.synthesize(text):
            pcm = chunk.audio_int16_bytes
            self.wfile.write(b"%x\r\n%b\r\n" % (len(pcm), pcm))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_args) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # A short connection queue would refuse streams that start together.
    request_queue_size = 1024

    def handle_error(self, *_args) -> None:
        """Does not log clients that disconnect."""


server = Server(("127.0.0.1", 0), Handler)
end_with_parent()
print(json.dumps({"port": server.server_address[1]}), flush=True)
server.serve_forever()
