/** The format of models.json: `Model` of model.ts, which explains the fields. */
import { Type } from '@sinclair/typebox';
import { KIND_FOLDERS, type ModelKind } from './model.ts';

const closed = { additionalProperties: false } as const;
const Name = Type.String({ pattern: '^[\\w.-]+$' });
const Path = Type.String({ pattern: '^[\\w./-]+$' });
const Strings = Type.Record(Type.String(), Type.String());
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const ModelFile = Type.Object(
  { name: Name, sizeBytes: Type.Integer({ minimum: 1 }), sha256: Sha256 },
  closed,
);

const PackageSource = Type.Object(
  {
    kind: Type.Union([Type.Literal('pypi'), Type.Literal('npm')]),
    name: Name,
    version: Type.String(),
    files: Type.Record(Path, Name),
  },
  closed,
);

const ModelSource = Type.Union([
  Type.Object({ kind: Type.Literal('url'), urls: Strings }, closed),
  Type.Object(
    {
      kind: Type.Literal('hub'),
      repository: Path,
      revision: Name,
      paths: Type.Record(Name, Path),
      urls: Type.Optional(Strings),
    },
    closed,
  ),
  PackageSource,
  Type.Object(
    {
      kind: Type.Literal('packages'),
      packages: Type.Array(PackageSource),
      parts: Type.Optional(Type.Record(Name, Type.Array(ModelFile))),
    },
    closed,
  ),
]);

const Model = Type.Object(
  {
    id: Name,
    kind: Type.Unsafe<ModelKind>(Type.Union(Object.keys(KIND_FOLDERS).map((kind) => Type.Literal(kind)))),
    title: Type.String({ minLength: 1 }),
    language: Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' }),
    languages: Type.Optional(Type.Array(Type.String())),
    license: Type.String({ minLength: 1 }),
    licenseNote: Type.Union([Type.String(), Type.Null()]),
    files: Type.Array(ModelFile, { minItems: 1 }),
    sources: Type.Array(ModelSource, { minItems: 1 }),
    conversion: Type.Optional(
      Type.Object(
        {
          format: Type.Literal('ct2-whisper-to-ggml'),
          from: Type.Tuple([ModelFile, ModelFile], { description: 'The model and its vocabulary.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** The models, and the names of the default ones. */
export const Manifest = Type.Object({ default: Type.Array(Name), models: Type.Array(Model) }, closed);
