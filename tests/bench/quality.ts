/**
 * How good the image tools are, measured on photographs and drawings with clean rights (`tests/fixtures`), or on those of
 * any folder.
 * Usage: `npm run bench:quality [-- [--photos FOLDER] [--models FOLDER] [NAME ...]]`, names as below or as in
 * `photos/bench-photos.ts`; exits with 1 if a figure is not where it should be. `--models`: `background` is measured with
 * the networks that were added and are on in this folder of models.
 */
import { parseArgs } from 'node:util'
import { benchAvatars } from './quality/avatars.ts'
import { benchBackground } from './quality/background.ts'
import { benchMemoryOfTools } from './quality/memory.ts'
import { photoBenches } from './quality/photos/bench-photos.ts'
import { benchRemoval } from './quality/removal.ts'
import { benchSpeed } from './quality/speed.ts'
import { benchSwap } from './quality/swap.ts'
import { benchUpscale } from './quality/upscale.ts'
import { runBenches } from './run-benches.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { photos: { type: 'string' }, models: { type: 'string' } },
})
await runBenches(
  values.photos === undefined
    ? {
        background: () => benchBackground(values.models),
        upscale: benchUpscale,
        removal: benchRemoval,
        swap: benchSwap,
        avatars: benchAvatars,
        speed: benchSpeed,
        memory: benchMemoryOfTools,
      }
    : photoBenches(values.photos),
  positionals,
)
