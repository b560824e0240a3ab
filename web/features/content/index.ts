export { ContentView } from './components/content-view.tsx'
export { type ShownPage, showPage } from './lib/shown-page.ts'
