import { api } from '#contract/index.ts'
import { PACK_LIMITS } from '#contract/jobs/pack-run.ts'
import { LIMITS } from '#contract/jobs/drawing.ts'
import type { TestPerson } from '../../support/people.ts'
import { makePng } from '../../support/pictures.ts'
import type { TestApp } from '../../support/test-app.ts'
import { upload } from '../../support/uploads.ts'
import { post, type WorstRequest } from './worst-request.ts'
import { grid, PROMPTS, strangeWords } from './worst-prompts.ts'

/** A grid of a hundred such is as much as is read at once. */
const IN_GRID = 390
const { photoPacks, quotes, grids } = api

const CHOSEN = {
  'a fox and strange words': (round: number, length: number) =>
    `a fox, ${strangeWords(round, length - 8)}`,
  'words in turns': PROMPTS['words in turns']!,
}

/**
 * Runs of packs, each of which has its own shots, and grids that start from an image. Of a run only its price: it prepares the very same,
 * and nobody has more than two runs at a time.
 */
export async function worstOrders(app: TestApp, person: TestPerson): Promise<WorstRequest[]> {
  await app.context.accounts.setUser({ email: person.email, staff: true })
  const photo = await upload(person, await makePng(512, 512, { noise: 40 }))
  const orders: WorstRequest[] = []
  for (const [name, prompt] of Object.entries(CHOSEN)) {
    const pack = await person.call(photoPacks.create, {
      body: {
        title: name,
        subject: 'none',
        shots: Array.from({ length: PACK_LIMITS.shots.most }, (_, at) => ({
          prompt: prompt(7_000 + at, LIMITS.prompt),
        })),
      },
    })
    const ofImage = (round: number) => {
      const { request, ...axes } = grid(prompt(round, IN_GRID), 5_000 + round)
      return { ...axes, request: { ...request, type: 'ITI', image: photo.id } }
    }
    orders.push(
      post(`quote of a pack run: ${name}`, quotes.create, () => ({
        call: 'photo_packs/run',
        body: { id: pack.id, training: null },
      })),
      post(`quote of a grid from an image: ${name}`, quotes.create, ofImage),
      post(`order of a grid from an image: ${name}`, grids.create, ofImage),
    )
  }
  return orders
}
