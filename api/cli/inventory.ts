/** The software bill of materials, in the CycloneDX 1.5 format. */
import { filesOf, type Model } from '../../engine/setup.ts';

/** The part of CycloneDX that is read and written here. */
export interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

export interface Component {
  readonly type: string;
  readonly name: string;
  readonly 'bom-ref'?: string;
  readonly version?: string;
  readonly description?: string;
  readonly licenses?: readonly object[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
  readonly components?: readonly Component[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

/** A model with its licence, which may come from its model card. */
export interface UsedModel {
  readonly model: Model;
  readonly license: string;
}

/** Dependencies that build the program and are not part of it. */
const BUILD_TOOLS: readonly string[] = ['typescript', 'vite'];

/**
 * Builds the bill of materials of all software that is served or run, and of the models.
 * @param locked npm's list of all locked packages, including those for development
 */
export function inventory(locked: Bom, models: readonly UsedModel[]): Bom {
  const own = locked.metadata.component;
  const byRef = new Map(locked.components.map((component) => [component['bom-ref'], component]));
  const edges = new Map(locked.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const direct = (edges.get(refOf(own)) ?? []).filter((ref) => {
    const component = byRef.get(ref);
    return component && !isForDevelopment(component) && !BUILD_TOOLS.includes(component.name);
  });
  const used = new Set<string>();
  const waiting = [...direct];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (used.has(ref)) continue;
    used.add(ref);
    waiting.push(...(edges.get(ref) ?? []));
  }
  const weights = models.map(modelComponent);
  return {
    ...locked,
    // npm uses the name of the folder.
    metadata: { ...locked.metadata, component: { ...own, type: 'application', name: 'parley' } },
    components: [...locked.components.filter((component) => used.has(refOf(component))), ...weights],
    dependencies: [
      { ref: refOf(own), dependsOn: [...direct, ...weights.map(refOf)] },
      ...locked.dependencies.filter(({ ref }) => used.has(ref)),
      ...weights.map((component) => ({ ref: refOf(component), dependsOn: [] })),
    ],
  };
}

const refOf = (component: Component): string => component['bom-ref'] ?? '';

function isForDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name }) => name === 'cdx:npm:package:development');
}

function modelComponent({ model, license }: UsedModel): Component {
  const revision = model.sources.flatMap((source) => (source.kind === 'hub' ? [source.revision] : []))[0];
  const urls = model.sources.flatMap((source) => ('urls' in source ? Object.values(source.urls ?? {}) : []));
  return {
    type: 'machine-learning-model',
    'bom-ref': `model:${model.id}`,
    name: model.id,
    ...(revision !== undefined && { version: revision }),
    description: model.title,
    licenses: [licenseChoice(license)],
    ...(urls.length > 0 && { externalReferences: urls.map((url) => ({ type: 'distribution', url })) }),
    components: filesOf(model).map((file) => ({ type: 'file', name: file.name, hashes: hashesOf(file) })),
  };
}

/** Empty for a file that is known only by a commit of the hub. */
function hashesOf(file: ReturnType<typeof filesOf>[number]): { alg: string; content: string }[] {
  if ('sha256' in file) return [{ alg: 'SHA-256', content: file.sha256 }];
  if ('sha1' in file) return [{ alg: 'SHA-1', content: file.sha1 }];
  return 'md5' in file ? [{ alg: 'MD5', content: file.md5 }] : [];
}

/** Returns an SPDX expression if the licence is one, otherwise a name. */
function licenseChoice(license: string): object {
  const isSpdx = /^[A-Za-z]+[\w.+-]*(?: (?:OR|AND) [\w.+-]+)*$/.test(license);
  return isSpdx ? { expression: license } : { license: { name: license } };
}
