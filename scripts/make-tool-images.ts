/**
 * Makes images by the tools themselves, from photographs with clean rights (tests/fixtures/photographs; licences:
 * docs/third-party.md); nothing is touched up. `samples`: the before and after of the tools' pages and of their cards, into
 * web/public/tools/. `home`: what home pages show first, into the same folder. `explore`: what the feed of a new installation shows, into web/public/explore/ and
 * server/domains/community/seed/images.json.
 *
 * Usage: node scripts/make-tool-images.ts samples|home|explore ...
 */
import { makeExplore } from './tool-images/make-explore.ts'
import { makeHomePairs } from './tool-images/make-home-pairs.ts'
import { makeSamples } from './tool-images/make-samples.ts'
import { engine } from './tool-images/workshop.ts'

const SETS: Record<string, () => Promise<void>> = {
  samples: makeSamples,
  home: makeHomePairs,
  explore: makeExplore,
}

try {
  for (const name of process.argv.slice(2)) {
    const make = SETS[name]
    if (!make) throw new Error(`There is no set ${name}: ${Object.keys(SETS).join(', ')}.`)
    await make()
  }
} finally {
  await engine.dispose()
}
