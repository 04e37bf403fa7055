// Speaks a sentence with Parley and has it recognised.
import { initializeLogger } from '@livekit/agents';
import { STT, TTS } from '@livekit/agents-plugin-openai';

initializeLogger({ pretty: false, level: 'warn' });
const parley = { baseURL: 'http://127.0.0.1:8000/v1', apiKey: process.env.PARLEY_API_KEY };
const tts = new TTS({ ...parley, model: 'tts-1', voice: 'alloy' });
const stt = new STT({ ...parley, model: 'whisper-1', language: 'en' });

const speech = [];
for await (const { frame } of tts.synthesize('I would like a cup of tea.')) speech.push(frame);
const { alternatives } = await stt.recognize(speech);
console.log(alternatives[0].text);
