import type { GenerationRequest } from '#contract/generation-request.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type {
  AddedPrices,
  Price,
  FoundInput,
  FoundInputs,
  InputPicture,
  Kind,
  OwnLora,
  ResolvedJob,
  StoredParameters,
} from '../kind.ts'
import type { FaceConsents, OwnLoras } from '../deps.ts'
import type { Kinds } from '../registry.ts'
import type { FaceFinder } from '../inputs/find-faces.ts'
import { findChildren, requireKindForChildren } from '../children/show-child.ts'
import { findInputs, type InputDeps } from '../inputs/find-inputs.ts'
import { companyOf, goesTo } from '../models/given-to.ts'

export interface ResolvedRequest extends ResolvedJob<StoredParameters> {
  kind: Kind
  /** What it starts from, by field. */
  inputs: FoundInputs
  /** It always shows somebody real: its kind does, or a model trained on a person. Faces in its inputs are not asked here. */
  showsPerson: boolean
  /** Something that it starts from, or a model, shows the child of whoever sends it. */
  showsChild: boolean
}

/** What one output of a request costs. */
export const priceOf = ({ kind, parameters, price }: ResolvedRequest): Price =>
  price ?? kind.price(parameters)

export interface ResolveDeps extends InputDeps {
  engines: EngineRegistry
  addedPrices: AddedPrices
  kinds: Kinds
  faces: FaceFinder
  ownLoras: OwnLoras
  consents: FaceConsents
}

/**
 * Fills in the defaults and checks a request against what its engine can do and what its sender may use.
 * @throws {AppError} `invalid` naming every field that does not fit; `unavailable`; `permission_denied` for what is not made of children
 */
export async function resolveRequest(
  deps: ResolveDeps,
  userId: string,
  request: GenerationRequest,
): Promise<ResolvedRequest> {
  const kind = await deps.kinds.get(request.type)
  const inputs = kind.inputs(request)
  const found = await findInputs(deps, userId, inputs)
  let showsPerson = kind.likeness === 'always'
  const ids = inputs.map(({ id }) => id)
  let showsChild = (await findChildren(deps, deps.db.kysely, userId, ids)).size > 0
  const note = (loras: readonly OwnLora[]) => {
    showsPerson ||= loras.some((lora) => lora.kind === 'person')
    showsChild ||= loras.some((lora) => lora.ofChild)
  }
  const context = {
    engines: deps.engines,
    addedPrices: deps.addedPrices,
    findFaces: (field: string, picture: FoundInput) => deps.faces.find(userId, field, picture),
    async findOwnLoras(names: readonly string[]) {
      const loras = await deps.ownLoras.find(userId, names)
      note(loras)
      return loras
    },
    async findTraining(training: string) {
      const lora = await deps.ownLoras.ofTraining(userId, training)
      if (lora) note([lora])
      return lora
    },
  }
  const own = await kind.resolve(context, request, found)
  // A request that names a model or a provider has chosen who does the work.
  const isChosen = 'provider' in request || ('model' in request && request.model !== undefined)
  const resolved = inputs.length === 0 ? own : tellCompany(deps.engines, own, isChosen)
  requireInputs(inputs, found)
  requireKindForChildren(kind, showsChild)
  return { ...resolved, kind, inputs: found, showsPerson, showsChild }
}

/** Says who is given the inputs of an order, with a warning where the program has chosen the engine. */
function tellCompany(
  engines: EngineRegistry,
  resolved: ResolvedJob<StoredParameters>,
  isChosen: boolean,
): ResolvedJob<StoredParameters> {
  const { photosGoTo, warnings = [] } = resolved
  const company = photosGoTo ?? companyOf(engines, resolved.engine)
  if (photosGoTo !== undefined || company === undefined) return resolved
  const more = isChosen ? [] : [goesTo(company)]
  return { ...resolved, photosGoTo: company, warnings: [...warnings, ...more] }
}

/** Inputs are checked here for all kinds: each must exist, and the sender must be allowed to use it. */
function requireInputs(inputs: readonly InputPicture[], found: FoundInputs): void {
  const fields: FieldErrors = {}
  for (const { field } of inputs) {
    if (!found[field]) fields[field] = [t('common.noSuchImage')]
  }
  const names = Object.keys(fields)
  if (names.length > 0) throw new AppError('invalid', `Not there: ${names.join(', ')}`, { fields })
}
