import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { api } from '#contract/index.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { median, percentile, timed, timePairs } from './statistics.ts'

const SMALL = 50_000
/** `EXPLORE_IMAGES=5000000` takes five minutes to seed, and 9 GB. */
const LARGE = Number(process.env['EXPLORE_IMAGES'] ?? 1_000_000)
const READS = 2000
const LIKES = 20_000
const CONNECTIONS = 4
const FOLD_MS = 500
const LOOK_MS = 20
const TAGS = 23
const CREATOR = '00000000-0000-4000-8000-000000000001'

/** The id of the image of a number, in the order of their age. */
const idOf = (number: number): string =>
  `01800000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Seconds between two images. */
const APART = 30
/** Images of one write of a copy. */
const CHUNK = 1000
const ANIMALS = ['fox', 'cat', 'owl', 'bear', 'whale', 'hare', 'crane']
const PLACES = [
  'snow',
  'forest',
  'garden',
  'harbour',
  'desert',
  'city',
  'rain',
  'dusk',
  'dawn',
  'fog',
  'river',
]

/** The words of an image: some are those of all, some of a few, and one is its own. */
function wordsOf(number: number): string[] {
  const [animal, place] = [ANIMALS[number % ANIMALS.length]!, PLACES[number % PLACES.length]!]
  return ['a', animal, `number${number}`, 'in', 'the', place]
}

const asVector = (words: readonly string[]): string =>
  words.map((word, place) => `'${word}':${place + 1}`).join(' ')

function imageLine(number: number): string {
  const at = new Date(1.7e12 + number * APART * 1000).toISOString()
  const words = wordsOf(number)
  const text = words.join(' ')
  const picture = ['/showcase/red-fox-3d-style.webp', 512, 512, text, 'TTI', text, asVector(words)]
  const values = [idOf(number), CREATOR, 'published', number % 5, ...picture, at, at]
  return `${values.join('\t')}\n`
}

/** Each image is in the list of all, that of its creator and that of its tag. */
function listLines(number: number): string {
  const at = new Date(1.7e12 + number * APART * 1000).toISOString()
  const row = [number % 5, idOf(number), CREATOR, at, (number * 7919) % 1000].join('\t')
  return ['all', `creator:${CREATOR}`, `tag:t${number % TAGS}`]
    .map((list) => `${list}\t${row}\n`)
    .join('')
}

/** Lines of the images of these numbers, many at once: a chunk a line is what a stream is slow with. */
function* chunksOf(from: number, to: number, line: (number: number) => string): Generator<string> {
  for (let start = from; start < to; start += CHUNK) {
    let chunk = ''
    for (let number = start; number < Math.min(to, start + CHUNK); number++) chunk += line(number)
    yield chunk
  }
}

/** A connection that copies, which those of the app do not, and that nobody ends for being slow. */
async function withClient(app: TestApp, act: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: app.db.url })
  await client.connect()
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'")
    await act(client)
  } finally {
    await client.end()
  }
}

const SEEDED = ['community_images', 'community_image_lists']

/** Fills empty tables: their indexes are made of what is there, which takes a tenth of the time of one row after the other. */
async function withoutIndexes(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype <> 'f')`,
    [SEEDED],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // References to what is copied as well need no look each.
  await client.query('set session_replication_role = replica')
  await fill()
  await client.query('set session_replication_role = origin')
  for (const { definition } of indexes) await client.query(definition)
}

/** Makes so many images. */
const seed = (app: TestApp, images: number): Promise<void> =>
  withClient(app, async (client) => {
    const copy = (statement: string, line: (number: number) => string) =>
      pipeline(
        Readable.from(chunksOf(0, images, line)),
        client.query(copyFrom(`copy ${statement} from stdin`)),
      )
    await withoutIndexes(client, async () => {
      await copy(
        'community_images (id, creator_id, state, rating, url, width, height, alt, type, prompt, words, created_at, published_at)',
        imageLine,
      )
      await copy(
        'community_image_lists (list, rating, image_id, creator_id, published_at, likes)',
        listLines,
      )
    })
    await client.query(`vacuum analyze ${SEEDED.join(', ')}`)
  })

/** Ways to ask for a page, each from places all over its list. */
const QUERIES = [
  {},
  { sort: '-reactions' },
  { tag: 't7' },
  { tag: 't7', sort: '-reactions' },
  { creator: CREATOR, sort: 'created_at' },
  { rating: 'PG13' },
] as const

/** Reads page after page of each way; @returns what reads the next one */
function pageReader(app: TestApp): (count: number) => Promise<void> {
  const cursors = new Map<number, string | undefined>()
  return async (count) => {
    const which = count % QUERIES.length
    const cursor = cursors.get(which)
    const query = { ...QUERIES[which]!, ...(cursor !== undefined && { cursor }) }
    const { results, next } = await app.call(api.civitImages.list, { query })
    if (next !== null && results.length !== 40)
      throw new Error(`A page has ${results.length} images`)
    cursors.set(which, new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined)
  }
}

/** Texts of searches: words of all, of some and of one, what begins with them, and what is misspelled. */
const SEARCHES = [
  'fox',
  'a',
  'the snow',
  'number77',
  'number777777',
  'fox in the river',
  'fxo',
] as const
const SEARCHED = 50

/** Milliseconds of each search of all kinds. */
async function timeSearches(app: TestApp): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < SEARCHED * SEARCHES.length; count++) {
    const query = { q: SEARCHES[count % SEARCHES.length]! }
    times.push(await timed(() => app.call(api.communityPeople.search, { query })))
  }
  return times
}

/** What a request takes that asks the database for nothing. */
async function readNothing(app: TestApp): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < READS; count++)
    times.push(await timed(() => fetch(`${app.url}/api/plans/`).then((answer) => answer.text())))
  return median(times)
}

/** Statements of this app that wait now for a lock of a table or a row. */
async function countWaiting(app: TestApp): Promise<number> {
  const { rows } = await app.db.pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'
       and wait_event in ('relation', 'tuple', 'transactionid')`,
  )
  return rows[0]!.waiting
}

/**
 * Likes of so many people on one image through the domain function, from four connections at once.
 * @returns seconds, and the most statements that were seen waiting for a lock meanwhile
 */
async function likeMuch(app: TestApp): Promise<{
  seconds: number
  counted: number
  waiting: number
}> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `insert into users (email, password_hash, first_name)
     select 'liker' || n || '@example.com', '', 'Liker' from generate_series(1, $1) n returning id`,
    [LIKES],
  )
  const image = idOf(1)
  const setLike = app.context.community.like
  const likers = rows.map(({ id }) => id)
  const liking = new AbortController()
  // As the schedule does, and more often.
  const folding = (async () => {
    while (!liking.signal.aborted) {
      await app.context.community.foldLikes()
      await sleep(FOLD_MS)
    }
  })()
  const looking = (async () => {
    let most = 0
    while (!liking.signal.aborted) {
      most = Math.max(most, await countWaiting(app))
      await sleep(LOOK_MS)
    }
    return most
  })()
  const seconds =
    (await timed(() =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          for (let user = likers.pop(); user !== undefined; user = likers.pop())
            await setLike(user, image)
        }),
      ),
    )) / 1000
  liking.abort()
  await folding
  const waiting = await looking
  while (await hasDeltas(app)) await app.context.community.foldLikes()
  const counted = await app.db.pool.query<{ likes: number }>(
    'select likes from community_images where id = $1',
    [image],
  )
  return { seconds, counted: counted.rows[0]!.likes, waiting }
}

async function hasDeltas(app: TestApp): Promise<boolean> {
  const { rows } = await app.db.pool.query('select 1 from community_like_deltas limit 1')
  return rows.length > 0
}

/** An app with so many images. */
async function startSeeded(images: number): Promise<TestApp> {
  const app = await startBenchApp({ env: { ROLES: 'web' } })
  await app.db.pool.query(
    "insert into community_creators (id, name, source) values ($1, 'Bench', 'bench')",
    [CREATOR],
  )
  await seed(app, images)
  return app
}

/** A feed with few and with many images, in turns: a page of it costs the same. */
export async function benchExplore(): Promise<BenchResult[]> {
  await using stack = new AsyncDisposableStack()
  const small = await startSeeded(SMALL)
  stack.defer(() => small.dispose())
  const large = await startSeeded(LARGE)
  stack.defer(() => large.dispose())
  const [readSmall, readLarge] = [pageReader(small), pageReader(large)]
  await timePairs(READS / 4, readSmall, readLarge)
  const { first: few, second: many } = await timePairs(READS, readSmall, readLarge)
  const nothing = await readNothing(large)
  const searches = await timeSearches(large)
  const likes = await likeMuch(large)
  const shown = (times: number[]) =>
    `p50 ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`
  return [
    {
      name: `Page of a feed of ${LARGE} images to one of ${SMALL}, p99`,
      value: percentile(many, 0.99) / percentile(few, 0.99),
      unit: 'x',
      target: { atMost: 1.3 },
      detail: `${READS} pages of 40 of each by HTTP, ${QUERIES.length} ways to sort and filter, each on and on; of few ${shown(few)}; of many ${shown(many)}`,
    },
    {
      name: `Own time of a page of a feed of ${LARGE} images`,
      value: median(many) - nothing,
      unit: 'ms',
      target: { atMost: 5 },
      detail: `median, without the ${nothing.toFixed(1)} ms of a call that asks the database for nothing`,
    },
    {
      name: `Search of ${LARGE} images, p99`,
      value: percentile(searches, 0.99),
      unit: 'ms',
      target: { atMost: 250 },
      detail: `${searches.length} searches of models, images, people and tags, ${SEARCHES.length} texts; p50 ${median(searches).toFixed(1)} ms`,
    },
    {
      name: `Likes that are lost, of ${LIKES} on one image`,
      value: Math.abs(LIKES - likes.counted),
      unit: '',
      target: { atMost: 0 },
      detail: `from ${CONNECTIONS} connections in ${likes.seconds.toFixed(1)} s, counted every ${FOLD_MS} ms meanwhile`,
    },
    {
      name: `Statements that wait for a lock, most at once, of ${LIKES} likes on one image`,
      value: likes.waiting,
      unit: '',
      target: { atMost: 0 },
      detail: `looked at every ${LOOK_MS} ms while ${CONNECTIONS} connections like and the likes are counted`,
    },
  ]
}
