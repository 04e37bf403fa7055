/** The server as `npm start` runs it, except that it ends when the benchmark is gone. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await import('../../api/main.ts');

export {};
