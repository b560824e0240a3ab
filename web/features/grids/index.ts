export { GridPage } from './components/grid-page.tsx'
export { GridsPage } from './components/grids-page.tsx'
