// research.mjs FOLDER[/PROGRAM] [ARGUMENT...]: runs an evaluation or a fit of research/ from its sources, after
// installing what is needed. FOLDER stands for FOLDER/main. Neither the build nor npm test compiles these programs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installForDevelopment } from './install.mjs';
import { checkNode, main, root, run, ScriptError } from './lib.mjs';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) throw new ScriptError('usage: node scripts/research.mjs FOLDER [ARGUMENT...]', 2);
  const file = [`${name}/main.ts`, `${name}.ts`]
    .map((program) => path.join(root, 'research', program))
    .find((program) => existsSync(program));
  if (file === undefined) throw new ScriptError(`research/ has no program ${name}`, 2);
  checkNode();
  await installForDevelopment();
  process.exitCode = await run(process.execPath, ['--import', 'tsx', file, ...args], {
    // onnxruntime sends telemetry unless this is set before it is loaded; an evaluation uses this machine alone.
    env: { ORT_DISABLE_TELEMETRY: '1' },
  });
});
