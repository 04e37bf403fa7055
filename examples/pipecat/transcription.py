# The same with words that are sent while they are said: a transcription session.
import asyncio
import os

from pipecat.frames.frames import (
    EndFrame,
    InputAudioRawFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStoppedFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.openai.stt import OpenAIRealtimeSTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.workers.runner import WorkerRunner

key = os.environ["PARLEY_API_KEY"]
tts = OpenAITTSService(
    base_url="http://127.0.0.1:8000/v1", api_key=key, settings=OpenAITTSService.Settings(voice="alloy")
)
stt = OpenAIRealtimeSTTService(base_url="ws://127.0.0.1:8000/v1/realtime", api_key=key)

class Echo(FrameProcessor):
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSAudioRawFrame):
            await self.push_frame(InputAudioRawFrame(frame.audio, frame.sample_rate, 1))
        elif isinstance(frame, TTSStoppedFrame):
            await self.push_frame(VADUserStoppedSpeakingFrame())
        else:
            await self.push_frame(frame, direction)

class Print(FrameProcessor):
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, TranscriptionFrame):
            print(frame.text)
            await worker.queue_frame(EndFrame())
        await self.push_frame(frame, direction)

rate = PipelineParams(audio_in_sample_rate=24000, audio_out_sample_rate=24000)
worker = PipelineWorker(Pipeline([tts, Echo(), stt, Print()]), params=rate)

async def main():
    await worker.queue_frame(TTSSpeakFrame("I would like a cup of tea."))
    runner = WorkerRunner()
    await runner.add_workers(worker)
    await runner.run()

asyncio.run(main())
