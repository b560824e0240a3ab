/** Writes models/networks.json again, after a network was made or taken out (`npm run models:manifest`). */
import { join } from 'node:path'
import { writeManifest } from './prepare/check-networks.mjs'

writeManifest(join(import.meta.dirname, '..'))
