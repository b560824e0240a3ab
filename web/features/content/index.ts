export { ContentView } from './components/content-view.tsx'
export { describePage, type ShownPage, showPage } from './lib/shown-page.ts'
