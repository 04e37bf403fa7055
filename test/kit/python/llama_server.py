"""llama.cpp's server, from the wheel of xllamacpp, until the standard input ends. Arguments: model file, port."""

import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[2])
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
