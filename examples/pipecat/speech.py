# A pipeline that says a sentence and listens to itself.
import asyncio
import os

from pipecat.frames.frames import (
    EndFrame,
    InputAudioRawFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.workers.runner import WorkerRunner

parley = {"base_url": "http://127.0.0.1:8000/v1", "api_key": os.environ["PARLEY_API_KEY"]}
tts = OpenAITTSService(**parley, settings=OpenAITTSService.Settings(voice="alloy"))
stt = OpenAISTTService(**parley)

class Echo(FrameProcessor):
    """What is spoken comes back as if a microphone had heard it."""

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSStartedFrame):
            await self.push_frame(VADUserStartedSpeakingFrame())
        elif isinstance(frame, TTSAudioRawFrame):
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
        await self.push_frame(frame, direction)

async def main():
    rate = PipelineParams(audio_in_sample_rate=24000, audio_out_sample_rate=24000)
    worker = PipelineWorker(Pipeline([tts, Echo(), stt, Print()]), params=rate)
    await worker.queue_frames([TTSSpeakFrame("I would like a cup of tea."), EndFrame()])
    runner = WorkerRunner()
    await runner.add_workers(worker)
    await runner.run()

asyncio.run(main())
