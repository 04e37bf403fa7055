"""The requests of Open WebUI 0.12.4 to an OpenAI-compatible server, as its routers/audio sends them."""

import asyncio
import json
import sys

import aiohttp

BASE, KEY = sys.argv[1], sys.argv[2]


async def speak(session):
    # The page sends input and voice, the server adds the model.
    payload = {"input": "I would like a cup of tea.", "voice": "alloy", "model": "tts-1"}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}
    async with session.post(f"{BASE}/audio/speech", json=payload, headers=headers) as response:
        response.raise_for_status()
        return response.headers["Content-Type"], await response.read()


async def transcribe(session, audio):
    async def chunks():
        for at in range(0, len(audio), 4096):
            yield audio[at : at + 4096]

    form = aiohttp.FormData()
    # No model is set when the user chose none.
    form.add_field("model", "")
    form.add_field("language", "en")
    form.add_field("file", chunks(), filename="recording.mp3")
    headers = {"Authorization": f"Bearer {KEY}"}
    async with session.post(f"{BASE}/audio/transcriptions", headers=headers, data=form) as response:
        await response.read()
        response.raise_for_status()
        return await response.json()


async def main():
    async with aiohttp.ClientSession() as session:
        media_type, audio = await speak(session)
        heard = await transcribe(session, audio)
    print(json.dumps({"type": media_type, "text": heard["text"]}))


asyncio.run(asyncio.wait_for(main(), 60))
