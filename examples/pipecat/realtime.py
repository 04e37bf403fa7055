# A pipeline with the realtime protocol in the place of OpenAI.
import asyncio
import os

from pipecat.frames.frames import EndFrame, LLMFullResponseEndFrame, LLMRunFrame, TTSTextFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.openai.realtime.llm import OpenAIRealtimeLLMService
from pipecat.workers.runner import WorkerRunner

llm = OpenAIRealtimeLLMService(
    base_url="ws://127.0.0.1:8000/v1/realtime", api_key=os.environ["PARLEY_API_KEY"]
)

class Print(FrameProcessor):
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSTextFrame):
            print(frame.text)
        if isinstance(frame, LLMFullResponseEndFrame):
            await worker.queue_frame(EndFrame())
        await self.push_frame(frame, direction)

context = LLMContextAggregatorPair(LLMContext([{"role": "user", "content": "Hello!"}]))
worker = PipelineWorker(Pipeline([context.user(), llm, Print(), context.assistant()]))

async def main():
    await worker.queue_frame(LLMRunFrame())
    runner = WorkerRunner()
    await runner.add_workers(worker)
    await runner.run()

asyncio.run(main())
