import { sql } from 'kysely'
import { CONTROL_KINDS, controlFeature, type ControlKind } from '#contract/values/jobs/drawing.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { listPublishedModels } from '../feed/lists.ts'
import { modelColumns } from '../published-columns.ts'
import { levelOf } from '../ratings.ts'

/** The creator of models that stand for abilities of the engines. */
const CREATOR = { source: 'engines', name: 'Engines', about: 'Models of the engines of this site.' }

const NAMES: Record<ControlKind, string> = {
  canny: 'ControlNet: edges',
  depth: 'ControlNet: depth',
  pose: 'ControlNet: poses',
  reference: 'IP-Adapter: look of an image',
}

/** A control that a model of the engines follows; its id is `kind:model`. */
interface Controlnet {
  id: string
  kind: ControlKind
  model: string
  name: string
}

/** What the engines offer now, each once. */
async function offeredControls(engines: EngineRegistry): Promise<Map<string, Controlnet>> {
  const found = await engines.imageModels()
  return new Map(
    found.flatMap(({ model }) =>
      CONTROL_KINDS.filter((kind) => model.features.includes(controlFeature(kind))).map((kind) => {
        const id = `${kind}:${model.id}`
        return [id, { id, kind, model: model.id, name: `${NAMES[kind]}, ${model.name}` }] as const
      }),
    ),
  )
}

const slugOf = (kind: ControlKind): string => `controlnet-${kind}`

/** Ids, as {@link Controlnet.id}, of those that explore shows or once showed. */
async function listedControls(reader: Reader): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('community_model_versions as version')
    .innerJoin('community_models as model', 'model.id', 'version.model_id')
    .select(['model.slug', 'version.base_model'])
    .where('model.slug', 'in', CONTROL_KINDS.map(slugOf))
    .execute()
  return new Set(
    rows.map(({ slug, base_model: base }) => `${slug.slice('controlnet-'.length)}:${base}`),
  )
}

/** Controls of the engines that explore does not show. */
export async function missingControlnets(
  reader: Reader,
  engines: EngineRegistry,
): Promise<{ id: string; name: string; reason: string }[]> {
  const listed = await listedControls(reader)
  return [...(await offeredControls(engines)).values()]
    .filter(({ id }) => !listed.has(id))
    .map(({ id, name }) => ({ id, name, reason: 'not_listed' }))
}

/** Publishes one of {@link missingControlnets}. @returns why it was left, or null */
export async function publishControlnet(
  tx: Tx,
  engines: EngineRegistry,
  id: string,
): Promise<'not_offered' | 'listed' | null> {
  const control = (await offeredControls(engines)).get(id)
  if (!control) return 'not_offered'
  // One after the other: two at once would add a version twice.
  await sql`select pg_advisory_xact_lock(hashtextextended('controlnets of explore', 0))`.execute(tx)
  if ((await listedControls(tx)).has(id)) return 'listed'
  const modelId = await ensureModel(tx, control)
  const { place } = await tx
    .selectFrom('community_model_versions')
    .select(sql<number>`coalesce(max(place) + 1, 0)`.as('place'))
    .where('model_id', '=', modelId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('community_model_versions')
    .values({
      model_id: modelId,
      place,
      name: control.model,
      base_model: control.model,
      create_query: new URLSearchParams({ model: control.model }).toString(),
    })
    .execute()
  await listPublishedModels(tx, [modelId])
  return null
}

async function ensureModel(tx: Tx, { kind, model }: Controlnet): Promise<string> {
  const slug = slugOf(kind)
  const known = await tx
    .selectFrom('community_models')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (known) return known.id
  const creator = await tx
    .insertInto('community_creators')
    .values({ ...CREATOR, avatar: null, user_id: null })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ name: CREATOR.name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('community_models')
    .values({
      ...modelColumns({
        name: NAMES[kind],
        description: 'Leads a drawing by an image that you choose on the create page.',
        type: 'Controlnet',
        base_model: model,
        licence: '',
        tags: ['controlnet', kind],
        rating: levelOf('PG'),
      }),
      slug,
      creator_id: creator.id,
      source: `engines:${slug}`,
      state: 'published',
      published_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}
