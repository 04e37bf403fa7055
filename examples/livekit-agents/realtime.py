# Has an agent of Parley greet the caller: the realtime protocol.
import asyncio
import os

from livekit.agents.utils import http_context
from livekit.plugins import openai

parley = {"base_url": "http://127.0.0.1:8000/v1", "api_key": os.environ["PARLEY_API_KEY"]}
model = openai.realtime.RealtimeModel(**parley, model="gpt-realtime", voice="alloy")

async def main():
    async with http_context.open():
        session = model.session()
        answer = await session.generate_reply(instructions="Greet the caller.")
        async for message in answer.message_stream:
            seconds = sum([frame.duration async for frame in message.audio_stream])
            print(f"{seconds:.1f} s: {''.join([text async for text in message.text_stream])}")
        await session.aclose()

asyncio.run(main())
