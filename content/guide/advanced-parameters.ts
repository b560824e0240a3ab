import type { ContentImage, ContentPage } from '../content-page.ts'

const fish = (guidance: number): ContentImage => ({
  drawn: { prompt: 'a tropical fish', seed: 11, style: '3d', guidance_scale: guidance },
  alt: `A tropical fish, drawn with a guidance of ${guidance}`,
  caption: `Guidance ${guidance}`,
})

export const advancedParameters: ContentPage = {
  path: '/guide/advanced-parameters',
  title: 'Advanced parameters',
  description:
    'Guidance, samplers, variations, the hires pass and prompt weights, explained with images and without jargon.',
  heading: 'For those who want more control',
  intro:
    'These controls are folded away because most images do not need them. The page says how many you changed, and one press takes them all back.',
  image: fish(4),
  actions: [{ label: 'Open the advanced mode', link: '/text-to-image?selected_mode=advanced' }],
  builtInNote:
    'For illustrations, guidance below 8 and most weights change little; the create page says so beside each control. With models that draw anything they do what this page describes.',
  sections: [
    {
      kind: 'images',
      heading: 'Guidance: how closely the prompt is followed',
      text: 'Low values leave the model free, high ones push the prompt through, until colors get harsh.',
      images: [fish(1), fish(4), fish(12), fish(20)],
    },
    {
      kind: 'facts',
      heading: 'Samplers',
      facts: [
        {
          term: 'Euler a',
          text: 'The default: quick, and lively from seed to seed. More steps keep changing the image.',
        },
        { term: 'DPM++ 2M Karras', text: 'Calm and sharp at 20 to 30 steps; settles.' },
        {
          term: 'DPM++ SDE Karras',
          text: 'Rich textures; takes about twice as long for each step.',
        },
        { term: 'UniPC', text: 'Good at few steps, 8 to 12.' },
        { term: 'DDIM', text: 'The classic; predictable when you start from an image.' },
      ],
    },
    {
      kind: 'facts',
      heading: 'Words with a weight',
      facts: [
        { term: '(word:1.3)', text: 'Counts 1.3 times. Values from 0.5 to 1.5 make sense.' },
        { term: '(word) and [word]', text: 'A little more, a little less.' },
        { term: '[cat:dog:0.5]', text: 'A cat for the first half of the steps, then a dog.' },
        { term: '[cat|dog]', text: 'Takes turns from step to step.' },
        {
          term: 'BREAK',
          text: 'Begins a new part, so that colors of one thing stay off the next.',
        },
      ],
    },
    {
      kind: 'facts',
      heading: 'More detail in large images',
      facts: [
        {
          term: 'Hires pass',
          text: 'Enlarges the image and draws over it once more. A strength of 0.3 to 0.5 adds detail and keeps the layout.',
        },
        {
          term: 'Guidance rescale',
          text: 'Takes back the extra contrast that strong guidance adds.',
        },
        {
          term: 'Variation',
          text: '0.1 to 0.3 gives a neighbor of the same image; 1 is the other seed altogether.',
        },
      ],
    },
  ],
}
