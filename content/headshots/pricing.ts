import type { ContentPage } from '../content-page.ts'
import { CLOTHES_NOTE, MAKE_HEADSHOTS, headshotOn } from './shared.ts'

export const headshotsPricing: ContentPage = {
  path: '/headshots-pricing',
  title: 'Headshots pricing',
  description:
    'A headshot costs a few credits. Some are free each month, packs never expire, and what is not delivered is not charged.',
  heading: 'What a headshot costs',
  intro:
    '{headshot} each, whatever the background. You see the price before you pay, and what is not delivered is not charged.',
  image: headshotOn('city', 'City street'),
  actions: MAKE_HEADSHOTS,
  builtInNote: CLOTHES_NOTE,
  promises: 'people',
  sections: [
    {
      kind: 'facts',
      heading: 'A set, drawn by a model of you',
      withSets: true,
      facts: [
        { term: 'Once, by card', text: '{price}, training included. No plan needed.' },
        {
          term: 'What you get',
          text: 'Up to 40 headshots in the attire and against the backgrounds you choose.',
        },
        {
          term: 'Your money back',
          text: 'All of it, if fewer than 75% look like your photos within 24 hours.',
        },
        { term: 'Redo', text: 'Ten headshots for free within 30 days.' },
      ],
    },
    {
      kind: 'cards',
      heading: 'Order a set',
      withSets: true,
      cards: [
        {
          title: 'Start with your photos',
          text: 'Four to twenty of them. You see the price before you pay.',
          link: '/tools/professional-headshots/create/set',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'Single headshots',
      facts: [
        { term: 'One headshot', text: '{headshot}.' },
        { term: 'Eight backgrounds of one photo', text: '{eightHeadshots}.' },
        { term: 'A team of 25 against one background', text: '{teamHeadshots}.' },
        { term: 'Larger', text: 'Upscaling is {leastUpscale} to {mostUpscale} an image.' },
      ],
    },
    {
      kind: 'facts',
      heading: 'Where credits come from',
      facts: [
        { term: 'Free', text: '{free} each month for a verified account.' },
        { term: 'Packs', text: 'They never expire.' },
        { term: 'Plans', text: 'New credits each month, for a lower price each.' },
      ],
    },
    {
      kind: 'cards',
      heading: 'More on prices',
      cards: [
        {
          title: 'Plans and packs',
          text: 'All prices, and what a plan includes',
          link: '/pricing',
        },
        { title: 'Questions', text: 'Credits, payment and refunds', link: '/faq' },
      ],
    },
    {
      kind: 'questions',
      heading: 'Questions about prices',
      questions: [
        {
          question: 'Do I pay for a headshot that fails?',
          answer: 'No. You pay only for what is delivered; the rest is returned at once.',
        },
        { question: 'Is there a watermark?', answer: 'Not on headshots.' },
      ],
    },
  ],
}
