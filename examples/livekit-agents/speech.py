# Speaks a sentence with Parley and has it recognised.
import asyncio
import os

from livekit.agents.utils import http_context
from livekit.plugins import openai

parley = {"base_url": "http://127.0.0.1:8000/v1", "api_key": os.environ["PARLEY_API_KEY"]}
tts = openai.TTS(**parley, model="tts-1", voice="alloy", response_format="pcm")
stt = openai.STT(**parley, model="whisper-1", language="en")

async def main():
    async with http_context.open():
        speech = await tts.synthesize("I would like a cup of tea.").collect()
        heard = await stt.recognize(speech)
        print(f"{speech.duration:.1f} s: {heard.alternatives[0].text}")

asyncio.run(main())
