/** Keys of everything that is read from the API; each starts with the resource. */
export const queryKeys = {
  me: ['me'],
  admin: ['admin'],
  plans: ['plans'],
  statement: ['credits'],
  billing: ['billing'],
  mails: ['mails'],
  planChanges: ['plan-change'],
  planChange: (plan: string, period: string) => ['plan-change', plan, period],
  checkout: (session: string) => ['checkout', session],
  jobs: ['jobs'],
  runningJobs: ['jobs', 'running'],
  finishedJobs: ['jobs', 'success'],
  job: (id: string) => ['jobs', 'detail', id],
  images: ['images'],
  recentImages: ['images', 'recent'],
  image: (id: string) => ['images', 'detail', id],
} as const
