/** A page of the console. */
interface ConsolePage {
  title: string
  /** Its line on the overview; left out: the overview does not list it. */
  about?: string
  /** Whether the staff may open it too, or administrators alone. */
  isForStaff?: true
}

/**
 * The pages of the console, in the order in which the overview lists them. Its route (`web/app/routes/admin-<name>.tsx`), address
 * (`/admin/<name>`), title, gate and tab follow from an entry.
 */
export const CONSOLE_PAGES = {
  overview: {
    title: 'Overview',
  },
  reconciliation: {
    title: 'Reconciliation',
    about: 'The books against payments and images',
  },
  people: {
    title: 'People',
    about: 'Accounts, their credits and plans, bans',
  },
  invitations: {
    title: 'Invitations',
    about: 'Links that open one account each',
  },
  payments: {
    title: 'Payments',
    about: 'What was paid, and refunds',
  },
  prices: {
    title: 'Prices',
    about: 'Of tools, plans and packs, now or from a day on',
  },
  promotions: {
    title: 'Promotions',
    about: 'Codes that lower a price',
  },
  disputes: {
    title: 'Disputes',
    about: 'Payments that a bank took back, and evidence for them',
  },
  clusters: {
    title: 'Linked accounts',
    about: 'Accounts that share a card, a browser or a network',
  },
  adjustments: {
    title: 'Adjustments',
    about: 'Credits and plans given by hand',
  },
  engines: {
    title: 'Engines',
    about: 'What makes images, and its limits',
  },
  models: {
    title: 'Models',
    about: 'Models to fetch and to remove',
  },
  jobs: {
    title: 'Jobs',
    about: 'Each job with its engine and cost',
  },
  tickets: {
    title: 'Support',
    about: 'What customers ask, those with priority first',
    isForStaff: true,
  },
  reports: {
    title: 'Reports',
    about: 'What people report, and objections',
    isForStaff: true,
  },
  reviews: {
    title: 'Images to review',
    about: 'What the classifier doubts',
    isForStaff: true,
  },
  publications: {
    title: 'Publications',
    isForStaff: true,
  },
  brands: {
    title: 'Brands',
    about: 'Name, look and texts of each site, and what it offers',
  },
  packs: {
    title: 'Packs',
    about: 'Photo and video packs that everybody can use',
  },
  studios: {
    title: 'Public studios',
    about: 'Trained models that everybody can use',
  },
  announcements: {
    title: 'Announcements',
    about: 'News that people see in the app',
  },
  mails: {
    title: 'Emails',
    about: 'The texts of emails that come once',
  },
  settings: {
    title: 'Settings',
    about: 'Email, limits, prices, safety, and who may register',
  },
  log: {
    title: 'Log',
    about: 'Who did what, and why',
  },
} as const satisfies Record<string, ConsolePage>

export type ConsolePageName = keyof typeof CONSOLE_PAGES

const entries = Object.entries<ConsolePage>(CONSOLE_PAGES)

/** Every page with its address. */
export const consolePages = entries.map(([name, page]) => ({
  ...page,
  name,
  address: name === 'overview' ? '/admin' : `/admin/${name}`,
}))
