# Prints words while they are said: a transcription session.
import asyncio
import os

from livekit import rtc
from livekit.agents import stt
from livekit.agents.utils import http_context
from livekit.plugins import openai

parley = {"base_url": "http://127.0.0.1:8000/v1", "api_key": os.environ["PARLEY_API_KEY"]}
tts = openai.TTS(**parley, model="tts-1", voice="alloy", response_format="pcm")
transcriber = openai.STT(**parley, model="gpt-4o-transcribe", language="en", use_realtime=True)

async def main():
    async with http_context.open():
        stream = transcriber.stream()
        async for speech in tts.synthesize("I would like a cup of tea."):
            stream.push_frame(speech.frame)
        stream.push_frame(rtc.AudioFrame(bytes(48000), 24000, 1, 24000))  # a second of silence
        async for event in stream:
            if event.type == stt.SpeechEventType.FINAL_TRANSCRIPT:
                print(event.alternatives[0].text)
                break
        await stream.aclose()
        await transcriber.aclose()

asyncio.run(main())
