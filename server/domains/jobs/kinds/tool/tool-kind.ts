import type { SourceType } from '#server/domains/media/index.ts'
import type { Pool } from '#server/engines/spec/index.ts'
import type { ToolParameters } from './parameters.ts'
import type { Kind } from '../../kind.ts'
import { noSeeds } from '../../seeds.ts'

const MEGAPIXEL = 1_048_576

/** What the kinds that make one picture of one that is there have in common. */
export const toolKind = <P extends ToolParameters>() =>
  ({
    pool: (_parameters: P): Pool => 'tools',
    inBatches: true,
    unit: 'megapixel',
    moderation: { prompt: () => null },
    likeness: 'kept',
    preview: 'none',
    watermark: false,
    seeds: noSeeds<P>(),
    sourceType: (_parameters: P): SourceType => 'algorithmicallyEnhanced',
    outputs: () => 1,
    work: ({ width, height }: P) => Math.max(1, Math.ceil((width * height) / MEGAPIXEL)),
    part: ({ tool }) => tool,
    // The size follows from the picture.
    again: ({ width: _width, height: _height, ...request }: P) => request,
  }) satisfies Partial<Kind<never, P>>
