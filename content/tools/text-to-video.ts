import type { ContentPage } from '../content-page.ts'

export const textToVideo: ContentPage = {
  path: '/ai-image-tools/text-to-video',
  title: 'AI text to video',
  description:
    'Turn a photo or a sentence into a video of 2 to 8 seconds: the camera moves around your subject. The price is shown before you start.',
  heading: 'Bring a photo to life',
  intro:
    'Choose a photo, or describe what to see. The subject is lifted off its background, and a camera moves through the space between them.',
  image: {
    file: 'tools/video-card.webp',
    width: 640,
    height: 480,
    alt: 'Three frames of a video: the camera moves closer to an astronaut',
  },
  actions: [{ label: 'Create a video', link: '/tools/text-to-video' }],
  promises: 'video_moves',
  builtInNote:
    'On this site the camera moves and what the photo shows stays as it is: nobody walks or speaks.',
  sections: [
    {
      kind: 'steps',
      heading: 'How it works',
      steps: [
        {
          title: 'Start with a photo or words',
          text: 'Your own photo, any image you made here, one prompt, or up to four prompts that fade into one another.',
        },
        {
          title: 'Move the camera',
          text: 'Push in or pull out, pan left or right, rise, orbit around the subject, or stay nearly still.',
        },
        {
          title: 'Watch it being made',
          text: 'Frames appear as they are drawn. Cancel at any time; nothing is charged unless a video is delivered.',
        },
        {
          title: 'Go on from there',
          text: 'Step through it frame by frame, download an MP4, GIF or WebP, or use its last frame as the start of the next one.',
        },
      ],
    },
    {
      kind: 'facts',
      unless: 'video_moves',
      heading: 'What to expect',
      facts: [
        {
          term: 'The camera moves, the subject does not',
          text: 'Nobody walks, blinks or speaks, and there is no sound. It is a moving photograph.',
        },
        {
          term: 'One subject against one background',
          text: 'Depth is guessed from a single image. What the subject hides is filled in from what is around it.',
        },
        {
          term: 'Size and length',
          text: 'From 2 to 8 seconds at 24 frames a second, up to 1024 by 1024 pixels.',
        },
        {
          term: 'On this server',
          text: 'Your photo is not sent to anyone else. A short video usually takes seconds, a long and large one about a minute.',
        },
      ],
    },
    {
      kind: 'text',
      unless: 'video_moves',
      heading: 'When you need things to move',
      paragraphs: [
        'People who walk, water that flows, a voice: that takes a large video model, such as Luma, Runway, Kling, Hailuo, LTX or HeyGen.',
        'Those that are available appear under “Made by”, each with its own price a second, lengths and shapes. If the page does not ask who makes the video, the camera moves over your photo.',
      ],
    },
    {
      kind: 'questions',
      heading: 'Common questions',
      questions: [
        {
          question: 'What does a video cost?',
          answer:
            '{second} a second. Video services cost more; the button shows the exact price before you press it.',
        },
        {
          question: 'Which photos work best?',
          answer:
            'One clear subject with room around it. Where the subject touches the edges of the photo, there is little for the camera to move past.',
        },
        {
          question: 'Can others tell that it was made by AI?',
          answer: 'Yes. The file says so in its metadata, as the law in many countries asks for.',
        },
      ],
    },
    {
      kind: 'cards',
      heading: 'Goes well with',
      cards: [
        {
          title: 'Text to image',
          text: 'Make the image first, then the video.',
          link: '/ai-image-tools/text-to-image',
        },
        {
          title: 'Upscale image',
          text: 'A small photo makes a soft video.',
          link: '/tools/upscale-image',
        },
      ],
    },
  ],
}
