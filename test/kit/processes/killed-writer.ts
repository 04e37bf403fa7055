import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Lets a program write until it has announced a stored value, and then for a random time more.
 * @param args after the program's path
 * @param longestLifeMs upper bound of that time
 * @param kill ends the program, directly or by removing something that it needs
 * @returns its announcements
 * @throws Error when it stops by itself
 */
export async function writeUntilKilled(
  path: string,
  args: readonly string[],
  longestLifeMs: number,
  kill: (writer: ChildProcess) => unknown = (child) => child.kill('SIGKILL'),
): Promise<string> {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let [said, complaint] = ['', ''];
  child.stderr.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      resolve();
    });
    child.once('exit', () => reject(new Error(`the writer stopped by itself: ${complaint}`)));
  });
  await new Promise((resolve) => setTimeout(resolve, Math.random() * longestLifeMs));
  await kill(child);
  await closed;
  return said;
}
