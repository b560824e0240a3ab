/**
 * How quick and how even the built-in engine's videos are, and whether they play, made of photographs with clean rights
 * (`tests/fixtures`). Usage: `npm run bench:video [-- NAME ...]`, names as below; exits with 1 if a figure is not where it
 * should be.
 */
import { runBenches } from './run-benches.ts'
import { benchFiles } from './video/files.ts'
import { benchSpeed } from './video/speed.ts'

await runBenches({ speed: benchSpeed, files: benchFiles }, process.argv.slice(2))
