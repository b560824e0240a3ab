export { CreateSet } from './components/create-set.tsx'
export { SetPage } from './components/set-page.tsx'
export { SetsPage } from './components/sets-page.tsx'
