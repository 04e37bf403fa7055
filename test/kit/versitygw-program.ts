/** The program of an S3 store, Versity's gateway to a folder, built from its Go module. */
import { join } from 'node:path';
import { buildGoProgram, type GoProgram, whyNoGoProgram } from './go-program.ts';

const VERSITYGW: GoProgram = {
  name: 'versitygw',
  module: join(import.meta.dirname, 'versitygw'),
  package: 'github.com/versity/versitygw/cmd/versitygw',
};

/** Returns why tests with an S3 store are skipped, or null when it is built or Go can build it. */
export const whyNoVersityGw = (): string | null => whyNoGoProgram(VERSITYGW);

/** Returns the store's program, and builds it if necessary. */
export const buildVersityGw = (): Promise<string> => buildGoProgram(VERSITYGW);
