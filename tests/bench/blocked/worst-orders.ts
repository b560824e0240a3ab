import { api } from '#contract/index.ts'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
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

/** A pack of forty such is as much as is read at once, of words that change over the steps less. */
const IN_PACK = { 'a fox and strange words': 1200, 'words in turns': 110 }

/** Runs of packs, each of which has its own shots, and grids that start from an image. */
export async function worstOrders(app: TestApp, person: TestPerson): Promise<WorstRequest[]> {
  await app.context.accounts.setUser({ email: person.email, staff: true })
  const photo = await upload(person, await makePng(512, 512, { noise: 40 }))
  const orders: WorstRequest[] = []
  for (const name of ['a fox and strange words', 'words in turns'] as const) {
    const prompt = CHOSEN[name]
    const pack = await person.call(photoPacks.create, {
      body: {
        title: name,
        subject: 'none',
        shots: Array.from({ length: PACK_LIMITS.shots.most }, (_, at) => ({
          prompt: prompt(7_000 + at, IN_PACK[name]),
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
      {
        ...post(`order of a pack run: ${name}`, photoPacks.run, () => ({ training: null }), {
          id: pack.id,
        }),
        async undo(answer) {
          const { id } = JSON.parse(answer) as { id?: string }
          if (id) await person.call(photoPacks.cancelRun, { params: { id }, body: {} })
        },
      },
      post(`quote of a grid from an image: ${name}`, quotes.create, ofImage),
      post(`order of a grid from an image: ${name}`, grids.create, ofImage),
    )
  }
  return orders
}
