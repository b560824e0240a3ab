/** A page of the console. */
interface ConsolePage {
  title: string
  /** Whether the staff may open it too, or administrators alone. */
  isForStaff?: true
}

/**
 * The pages of the console, in the order of the overview. The route of a page (`web/app/routes/admin-<name>.tsx`), its address
 * (`/admin/<name>`), title, gate and tab follow from its entry.
 */
export const CONSOLE_PAGES = {
  overview: { title: 'Overview' },
  reconciliation: { title: 'Reconciliation' },
  people: { title: 'People' },
  invitations: { title: 'Invitations' },
  payments: { title: 'Payments' },
  prices: { title: 'Prices' },
  promotions: { title: 'Promotions' },
  disputes: { title: 'Disputes' },
  clusters: { title: 'Linked accounts' },
  adjustments: { title: 'Adjustments' },
  engines: { title: 'Engines' },
  models: { title: 'Models' },
  jobs: { title: 'Jobs' },
  tickets: { title: 'Support', isForStaff: true },
  reports: { title: 'Reports', isForStaff: true },
  reviews: { title: 'Images to review', isForStaff: true },
  publications: { title: 'Publications', isForStaff: true },
  brands: { title: 'Brands' },
  packs: { title: 'Packs' },
  studios: { title: 'Public studios' },
  announcements: { title: 'Announcements' },
  mails: { title: 'Emails' },
  settings: { title: 'Settings' },
  log: { title: 'Log' },
} as const satisfies Record<string, ConsolePage>

export type ConsolePageName = keyof typeof CONSOLE_PAGES

const entries = Object.entries(CONSOLE_PAGES) as [ConsolePageName, ConsolePage][]

/** Every page with its address. */
export const consolePages = entries.map(([name, page]) => ({
  ...page,
  name,
  address: name === 'overview' ? '/admin' : `/admin/${name}`,
}))
