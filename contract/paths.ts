import { toolEntries, type ToolKey } from './tools.ts'

type Query = Record<string, string | undefined>

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

export const fixed = <const P extends string>(pattern: P) => ({
  pattern,
  link: (): string => pattern,
})

/** Query of the create page, as the specification names it. */
export interface TextToImageQuery {
  model?: string
  /** Model version ids, comma separated. */
  lora_models?: string
  lora_weights?: string
  selected_mode?: 'basic' | 'advanced'
  prompt?: string
  negative_prompt?: string
  style?: string
  sampler?: string
  width?: string
  height?: string
  steps?: string
  guidance_scale?: string
  seed?: string
  /** Id of the published image that this is a remix of. */
  remix_of?: string
  /** Id of a picture to open in the viewer. */
  view?: string
}

/** Query of the pricing page: where `Skip For Now` leads, and what somebody chose before signing in. */
export interface PricingQuery {
  nextUrl?: string | undefined
  plan?: string
  period?: string
  /** Credits of the chosen pack. */
  pack?: string
  /** A promotion code. */
  promotion?: string | undefined
}

/** Query of the confirm page: another plan, or what is to become of the present one. */
type ConfirmQuery = { plan: string; period: string } | { action: 'cancel' | 'resume' }

/** Query of the image-to-image page. */
export interface ImageToImageQuery extends TextToImageQuery {
  /** Id of an uploaded or a made picture to start from. */
  image?: string
}

/** Query of the page of a tool. */
export interface ToolQuery {
  /** Id of an uploaded or a made picture to work on. */
  image?: string
  /** Id of a picture to open in the viewer. */
  view?: string
}

/** A page with a query of its own: `withSearch<ItsQuery>()('/its-path')`. */
const withSearch =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each page says what its query is
  <Q extends object>() =>
    <const P extends string>(pattern: P) => ({
      pattern,
      link: (query?: Q): string => withQuery(pattern, query as Query),
    })

/** Of a name with underscores, as names are written here: `fix_faces` is `fixFaces`. */
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S

/** `fix_faces` is `fixFaces`, by which a tool's page is known here and in the messages of pages. */
export const camelOf = <const S extends string>(name: S): Camel<S> =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Camel<S>

/** The pages of the tools. */
const toolPaths = Object.fromEntries(
  toolEntries.map(([key, { page }]) => [
    camelOf(key),
    { pattern: page, link: (query?: ToolQuery): string => withQuery(page, { ...query }) },
  ]),
) as Record<Camel<ToolKey>, { pattern: string; link(query?: ToolQuery): string }>

const withId = <const P extends string>(pattern: P) => ({
  pattern,
  link: (id: string): string => pattern.replace(':id', id),
})

/** Query of a list of packs. */
interface PackListQuery {
  show?: 'favorites' | 'mine' | 'offered'
}

/** Query of a feed, by the names of the API. */
interface ExploreQuery {
  sort?: string
  period?: string
  type?: string
  tag?: string
  model?: string
  base_model?: string
  creator?: string
  q?: string
}

const packList = withSearch<PackListQuery>()

/** `pack`: the one that is changed. */
const packForm = withSearch<{ pack?: string }>()

/** Where a mail program ends a kind of mail, followed by a slash and a token; no page. */
export const UNSUBSCRIBE = '/unsubscribe'

/** Every page of the app: the pattern the router matches beside the function that writes a link to it. */
export const paths = {
  ...toolPaths,
  home: fixed('/'),
  login: withSearch<{ nextUrl?: string | undefined }>()('/login'),
  register: withSearch<{ nextUrl?: string; next?: string; invitation?: string; ref?: string }>()(
    '/register',
  ),
  signInCallback: fixed('/login/callback'),
  verifyEmail: withSearch<{ key: string; next?: string | undefined }>()('/verify-email'),
  forgotPassword: fixed('/forgot-password'),
  resetPassword: withSearch<{ uid: string; token: string }>()('/reset-password'),
  pricing: withSearch<PricingQuery>()('/pricing'),
  billing: fixed('/user/billing'),
  billingConfirm: {
    pattern: '/user/billing/confirm',
    link: (query: ConfirmQuery) => withQuery('/user/billing/confirm', { ...query }),
  },
  billingSuccess: fixed('/user/billing/success'),
  withdraw: {
    pattern: '/withdraw',
    link: (query?: { payment: string } | { token: string }) => withQuery('/withdraw', { ...query }),
  },
  setup: withSearch<{ token?: string }>()('/setup'),
  adminOverview: fixed('/admin'),
  adminReconciliation: fixed('/admin/reconciliation'),
  adminPeople: fixed('/admin/people'),
  adminPerson: withId('/admin/people/:id'),
  adminInvitations: fixed('/admin/invitations'),
  adminPayments: fixed('/admin/payments'),
  adminDisputes: fixed('/admin/disputes'),
  adminAdjustments: fixed('/admin/adjustments'),
  adminSettings: fixed('/admin/settings'),
  adminLog: fixed('/admin/log'),
  adminEngines: fixed('/admin/engines'),
  /** `add`: the first model of the catalogue is offered at once. */
  adminModels: withSearch<{ add?: 'first' }>()('/admin/models'),
  adminJobs: fixed('/admin/jobs'),
  status: fixed('/status'),
  adminReports: fixed('/admin/reports'),
  adminTickets: fixed('/admin/tickets'),
  adminTicket: withId('/admin/tickets/:id'),
  /** `job`, `payment`: what it is about. */
  support: withSearch<{ job?: string; payment?: string }>()('/support'),
  supportTicket: withId('/support/:id'),
  /** Of something that is published; each is its id. */
  report: withSearch<{
    image?: string
    model?: string
    comment?: string
    creator?: string
    url?: string
  }>()('/report'),
  /** What was decided about something, by the key that came by email. */
  decision: withId('/report/decision/:id'),
  notifications: fixed('/user/notifications'),
  faq: fixed('/faq'),
  terms: fixed('/about/terms-of-service'),
  privacy: fixed('/about/privacy-policy'),
  restrictions: fixed('/about/restrictions'),
  allTools: fixed('/tools/all'),
  dashboard: fixed('/user/dashboard'),
  account: fixed('/user/account'),
  /** The part of the account page with the choice of mails. */
  mailChoice: { pattern: '/user/account', link: () => '/user/account#mails' },
  apiKeys: fixed('/user/api'),
  library: fixed('/user/images'),
  grids: fixed('/user/images/grids'),
  grid: withId('/user/images/grids/:id'),
  /** Takes the image that another app on the phone shares. */
  share: fixed('/share'),
  /** An image that its owner shared, for everybody who has the link. */
  shared: withId('/s/:id'),
  /** Where a photo that was tried without an account becomes one's own. */
  trial: withId('/try/:id'),
  /** Where the person in the photos of a studio answers, and withdraws. */
  consent: withId('/consent/:id'),
  textToImage: withSearch<TextToImageQuery>()('/text-to-image'),
  imageToImage: withSearch<ImageToImageQuery>()('/image-to-image'),
  createHeadshotSet: fixed('/tools/professional-headshots/create/set'),
  headshotSets: fixed('/tools/professional-headshots/all'),
  headshotSet: withId('/tools/professional-headshots/:id'),
  /** `receipt`: the id of a studio that was deleted. */
  studios: withSearch<{ receipt?: string }>()('/train/loras/all'),
  /** `studio`: the one whose photos are being added. */
  createStudio: withSearch<{ studio?: string }>()('/train/loras/create'),
  studio: withId('/train/loras/:id'),
  photoPacks: packList('/packs/photo-packs/all'),
  createPhotoPack: packForm('/packs/photo-packs/create'),
  photoPack: withId('/packs/photo-packs/detail/:id'),
  myPhotoPacks: fixed('/packs/my-photo-packs'),
  photoPackRun: withId('/packs/my-photo-packs/:id'),
  videoPacks: packList('/packs/video-packs/all'),
  createVideoPack: packForm('/packs/video-packs/create'),
  videoPack: withId('/packs/video-packs/detail/:id'),
  exploreImages: withSearch<ExploreQuery>()('/inspire/images/all'),
  exploreImage: withId('/inspire/images/detail/:id'),
  exploreModels: withSearch<ExploreQuery>()('/inspire/models/all'),
  createModel: fixed('/inspire/models/create'),
  /** By its slug or id, or by the id of a version. */
  exploreModel: withId('/inspire/models/detail/:id'),
  creator: withId('/inspire/creators/:id'),
  exploreSearch: withSearch<{ q?: string }>()('/inspire/search'),
  /** Images of others that one keeps. */
  exploreFavorites: withSearch<{ collection?: string }>()('/inspire/favorites'),
  myVideoPacks: fixed('/packs/my-video-packs'),
  videoPackRun: withId('/packs/my-video-packs/:id'),
} as const
