/**
 * Draws the sheet of docs/controls.md: what every control of the create pages does to a picture. The app is started on a
 * folder of its own; every picture is a job of its API, at the model's own size where no size is asked for.
 *
 * Usage: node tests/bench/controls/main.ts [OUT.webp [MODEL_FOLDER]]. Prints what was measured, exits with 1 if a control does not
 * do what its name says.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_MODEL } from '#tests/bench/engine-requests.ts'
import { startBenchApp } from '#tests/bench/bench-app.ts'
import { newPerson } from '#tests/support/people.ts'
import { createEasel } from './easel.ts'
import { writeLora } from './made-up-lora.ts'
import { measureRows } from './measure.ts'
import { drawSheet } from './sheet.ts'
import { CONTROL_ROWS } from './rows.ts'

const [out = 'docs/images/controls.webp', modelDir = OWN_MODEL.dir] = process.argv.slice(2)

const app = await startBenchApp({ env: { MODEL_DIR: modelDir } })
try {
  const loraDir = app.config.engine.loraDirs[0] ?? ''
  mkdirSync(loraDir, { recursive: true })
  await writeLora(modelDir, join(loraDir, 'made-up.safetensors'))
  const person = await newPerson(app, { credits: 5000, plan: 'pro' })
  const easel = await createEasel(app, person)
  const drawn = []
  for (const row of CONTROL_ROWS) {
    process.stderr.write(`${row.name} ...\n`)
    drawn.push({ row, cells: await easel.drawRow(row) })
  }
  const faults = await measureRows(drawn, console.log)
  await drawSheet(drawn, out)
  if (faults > 0) process.exitCode = 1
} finally {
  await app.dispose()
}
process.exit()
