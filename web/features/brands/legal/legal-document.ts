export interface LegalDocument {
  title: string
  summary: string
  sections: { heading: string; paragraphs: string[] }[]
}
