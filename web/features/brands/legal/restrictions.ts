import type { LegalDocument } from './legal-document.ts'

export const restrictions: LegalDocument = {
  title: 'restrictions.title',
  summary: 'restrictions.summary',
  sections: [
    {
      heading: 'restrictions.never.heading',
      paragraphs: ['restrictions.never.1'],
    },
    {
      heading: 'restrictions.faces.heading',
      paragraphs: ['restrictions.faces.1', 'restrictions.faces.2'],
    },
    {
      heading: 'restrictions.work.heading',
      paragraphs: ['restrictions.work.1'],
    },
    {
      heading: 'restrictions.enforcement.heading',
      paragraphs: ['restrictions.enforcement.1', 'restrictions.enforcement.2'],
    },
  ],
}
