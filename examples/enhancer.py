# An enhancer that halves the volume, and rejects recordings shorter than a second.
import array, io, json, wave
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Enhancer(BaseHTTPRequestHandler):
    def do_POST(self):
        with wave.open(io.BytesIO(self.rfile.read(int(self.headers["content-length"])))) as recording:
            params, samples = recording.getparams(), array.array("h", recording.readframes(recording.getnframes()))
        if len(samples) < params.framerate:
            return self.answer(422, "application/json", json.dumps({"reason": "the recording is too short"}).encode())
        cleaned = array.array("h", (sample // 2 for sample in samples))
        body = io.BytesIO()
        with wave.open(body, "wb") as file:
            file.setparams(params)
            file.writeframes(cleaned.tobytes())
        self.answer(200, "audio/wav", body.getvalue())

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

ThreadingHTTPServer(("127.0.0.1", 8100), Enhancer).serve_forever()
