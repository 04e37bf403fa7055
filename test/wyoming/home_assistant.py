"""Sends Home Assistant's requests to a Wyoming server, in its order, with its library. Prints the responses."""

import asyncio
import json
import sys

from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioChunkConverter, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeVoice,
)

HOST, PORT, VOICE = sys.argv[1], int(sys.argv[2]), sys.argv[3]
# Whether words are heard while they are said.
FOLLOWS = sys.argv[4] == "true"
SENTENCE = "I would like a cup of tea."


async def events(client):
    """Returns all events until the server ends the connection."""
    while (event := await client.read_event()) is not None:
        yield event


async def describe():
    async with AsyncTcpClient(HOST, PORT) as client:
        await client.write_event(Ping(text="still there?").event())
        await client.write_event(Describe().event())
        pong = Pong.from_event(await client.read_event())
        info = Info.from_event(await client.read_event())
        [tts], [asr] = info.tts, info.asr
        return {
            "pong": pong.text,
            "streaming": tts.supports_synthesize_streaming,
            "voices": {voice.name: voice.languages for voice in tts.voices},
            "attributed": all(voice.attribution.name for voice in tts.voices),
            "languages": asr.models[0].languages,
            "transcripts": asr.supports_transcript_streaming,
        }


async def synthesize():
    async with AsyncTcpClient(HOST, PORT) as client:
        voice = SynthesizeVoice(name=VOICE)
        await client.write_event(Synthesize(text=SENTENCE, voice=voice).event())
        types, chunks = [], []
        async for event in events(client):
            types.append(event.type)
            if AudioChunk.is_type(event.type):
                chunks.append(AudioChunk.from_event(event))
            if AudioStop.is_type(event.type):
                break
        return types, chunks


async def stream():
    """Sends the text of a language model: in deltas, and for older servers also as a whole."""
    async with AsyncTcpClient(HOST, PORT) as client:
        deltas = ["It ", "rains", ". ", "", "Take an umbr", "ella."]
        await client.write_event(SynthesizeStart(voice=SynthesizeVoice(name=VOICE)).event())
        for delta in deltas:
            await client.write_event(SynthesizeChunk(text=delta).event())
        await client.write_event(Synthesize(text="".join(deltas)).event())
        await client.write_event(SynthesizeStop().event())
        types = []
        seconds = 0.0
        async for event in events(client):
            types.append(event.type)
            if AudioChunk.is_type(event.type):
                seconds += AudioChunk.from_event(event).seconds
            if SynthesizeStopped.is_type(event.type):
                break
        return {"types": types, "seconds": seconds}


async def transcribe(chunks):
    converter = AudioChunkConverter(rate=16000, width=2, channels=1)
    async with AsyncTcpClient(HOST, PORT) as client:
        await client.write_event(Transcribe(language="en").event())
        await client.write_event(AudioStart(rate=16000, width=2, channels=1).event())

        async def speak():
            # As a microphone does, once more while nothing of it was heard: a busy machine takes its time.
            for _ in range(10):
                for chunk in chunks:
                    await client.write_event(converter.convert(chunk).event())
                    await asyncio.sleep(chunk.seconds)
                if result["while_speaking"] or not FOLLOWS:
                    break
            await client.write_event(AudioStop().event())

        result = {"order": [], "chunks": "", "while_speaking": 0}
        speaking = asyncio.create_task(speak())
        async for event in events(client):
            if event.type not in result["order"]:
                result["order"].append(event.type)
            if TranscriptStart.is_type(event.type):
                result["start"] = TranscriptStart.from_event(event).language
            elif TranscriptChunk.is_type(event.type):
                result["chunks"] += TranscriptChunk.from_event(event).text
                result["while_speaking"] += not speaking.done()
            elif Transcript.is_type(event.type):
                transcript = Transcript.from_event(event)
                result |= {"text": transcript.text, "language": transcript.language}
            elif Error.is_type(event.type):
                result["error"] = Error.from_event(event).text
                break
            elif TranscriptStop.is_type(event.type):
                break
        return result


async def refused():
    async with AsyncTcpClient(HOST, PORT) as client:
        voice = SynthesizeVoice(name="nobody")
        await client.write_event(Synthesize(text=SENTENCE, voice=voice).event())
        error = Error.from_event(await client.read_event())
        return {"text": error.text, "code": error.code, "after": await client.read_event()}


async def main():
    types, chunks = await synthesize()
    result = {
        "describe": await describe(),
        "synthesize": {
            "types": types,
            "format": [chunks[0].rate, chunks[0].width, chunks[0].channels],
            "seconds": sum(chunk.seconds for chunk in chunks),
        },
        "stream": await stream(),
        "transcribe": await transcribe(chunks),
        "refused": await refused(),
    }
    print(json.dumps(result))


asyncio.run(asyncio.wait_for(main(), 120))
