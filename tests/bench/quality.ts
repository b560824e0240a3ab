/**
 * How good the image tools are, measured on photographs and drawings with clean rights (`tests/fixtures`).
 * Usage: `npm run bench:quality [-- NAME ...]`, names as below; exits with 1 if a figure is not where it should be.
 */
import { benchAvatars } from './quality/avatars.ts'
import { benchBackground } from './quality/background.ts'
import { benchMemoryOfTools } from './quality/memory.ts'
import { benchRemoval } from './quality/removal.ts'
import { benchSpeed } from './quality/speed.ts'
import { benchSwap } from './quality/swap.ts'
import { benchUpscale } from './quality/upscale.ts'
import { runBenches } from './run-benches.ts'

await runBenches(
  {
    background: benchBackground,
    upscale: benchUpscale,
    removal: benchRemoval,
    swap: benchSwap,
    avatars: benchAvatars,
    speed: benchSpeed,
    memory: benchMemoryOfTools,
  },
  process.argv.slice(2),
)
