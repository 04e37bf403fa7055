/** Texts of callers and agents when no recordings are given. */
export const UTTERANCES = [
  'What is the weather like in Paris today?',
  'I would like to book a table for two.',
  'Could you tell me when the next train to London leaves?',
  'Please add two and forty.',
  'My order has not arrived yet.',
  'How do I change the address on my account?',
  'Is the museum open on Sundays?',
  'I need an appointment next Tuesday morning.',
  'Can you read me my last message?',
  'What does the blue one cost?',
] as const;

/** Said in two parts with a pause between them, like people who think while they speak. */
export const PAUSED_UTTERANCES = [
  ['I would like to book a table', 'for four people on Friday evening.'],
  ['My number is four five two', 'nine eight one seven.'],
  ['Could you send the parcel to', 'my office in Manchester instead?'],
  ['I think it was on Monday, or', 'maybe on Tuesday afternoon.'],
] as const;

export const INTERRUPTIONS = [
  'Wait a moment please I have another question about that.',
  'Sorry but that is not what I wanted to know at all.',
  'Hold on I really need to ask you something else first.',
] as const;

export const GREETING = 'Hello, how can I help you today?';

/** Two sentences each, like an assistant's answers. */
export const REPLIES = [
  'Sure, I can help you with that. Let me see what we have for you.',
  'Yes, that is possible. Which day would suit you best?',
  'I have found it in your account. Would you like me to change it?',
  'That is a good question. The answer depends on where you live.',
] as const;

export const LONG_REPLY =
  'The river rises in the hills behind the old town and runs through seven villages before it reaches the lake ' +
  'where most visitors spend their summer and where the boats leave every hour for the islands on the other side ' +
  'of the bay which were settled by fishermen more than four hundred years ago and are still known for their white ' +
  'houses and narrow streets and for the market that is held there on the first Saturday of every month of the ' +
  'year.';
