# Speaks words as they come, over a WebSocket, with the package websockets.
import asyncio, base64, json, os
from websockets.asyncio.client import connect

async def say(words):
    url = f"ws://127.0.0.1:8000/speak/en?api_key={os.environ['PARLEY_API_KEY']}"
    async with connect(url) as socket:
        for word in words:
            await socket.send(json.dumps({"text": word, "context_id": "greeting"}))
        await socket.send(json.dumps({"text": "<STOP>", "context_id": "greeting"}))
        async for message in socket:
            event = json.loads(message)
            if event.get("type") == "error":
                raise RuntimeError(event["errors"])
            yield base64.b64decode(event["data"]["audio"])
            if event["data"]["stop"]:
                return

async def main():
    with open("hello.pcm", "wb") as file:
        async for audio in say(["Words may ", "come ", "one by one."]):
            file.write(audio)

asyncio.run(main())
