/** Tags and shots of the packs that come with the program, as they are shown; what is drawn is the English prompt. */
export const PACK_SHOTS = {
  animals: 'animales',
  figures: 'figuras',
  nature: 'naturaleza',
  food: 'comida',
  icons: 'íconos',
  stickers: 'stickers',
  portrait: 'retrato',
  city: 'ciudad',
  travel: 'viajes',
  seasons: 'estaciones',
  pets: 'mascotas',
  calendar: 'calendario',
  fun: 'diversión',
  products: 'productos',
  shop: 'tienda',
  studio: 'estudio',
  loops: 'bucles',
  sea: 'mar',
  backgrounds: 'fondos',
  vehicles: 'vehículos',
  menus: 'menús',

  'an owl': 'un búho',
  'a hedgehog on the grass': 'un erizo en el prado',
  'a raccoon': 'un mapache',
  'a squirrel': 'una ardilla',
  'a bear in the snow': 'un oso en la nieve',
  'a red fox': 'un zorro rojo',
  'a deer on the grass': 'un ciervo en el prado',
  'a rabbit': 'un conejo',
  'a beaver': 'un castor',
  'a badger': 'un tejón',
  'a wolf in the snow': 'un lobo en la nieve',
  'a frog': 'una rana',

  'a strawberry': 'una fresa',
  'a pineapple': 'una piña',
  'a lemon': 'un limón',
  'a watermelon': 'una sandía',
  'a peach': 'un durazno',
  'a pear': 'una pera',
  cherries: 'cerezas',
  grapes: 'uvas',
  'a banana': 'un plátano',
  'a coconut': 'un coco',
  'an avocado': 'un aguacate',
  'a melon': 'un melón',

  'A toy bear as an example, at night': 'Un oso de juguete como ejemplo, de noche',
  'A toy bear as an example, at sunset': 'Un oso de juguete como ejemplo, al atardecer',
  'a photo of {subject} at a street corner in the morning sun':
    'una foto de {subject} en una esquina con el sol de la mañana',
  'a photo of {subject} with a cup of coffee at a cafe table':
    'una foto de {subject} con una taza de café en la mesa de una cafetería',
  'a photo of {subject} crossing a wide street, people behind out of focus':
    'una foto de {subject} al cruzar una avenida, con la gente desenfocada detrás',
  'a photo of {subject} leaning on the railing of a bridge':
    'una foto de {subject} en la barandilla de un puente',
  'a photo of {subject} in front of a glass facade':
    'una foto de {subject} frente a una fachada de cristal',
  'a photo of {subject} on a rooftop at sunset, skyline behind':
    'una foto de {subject} en una azotea al atardecer, con la ciudad detrás',
  'a photo of {subject} under an umbrella in the rain, reflections on the street':
    'una foto de {subject} con paraguas bajo la lluvia, con reflejos en la calle',
  'a photo of {subject} waiting on a subway platform':
    'una foto de {subject} en el andén del metro',
  'a photo of {subject} reading a newspaper on a park bench':
    'una foto de {subject} con un periódico en el banco de un parque',
  'a photo of {subject} by a shop window at night, neon light':
    'una foto de {subject} junto a un escaparate de noche, con luz de neón',
  'a photo of {subject} on a bicycle in a narrow lane':
    'una foto de {subject} en bicicleta por un callejón',
  'a close portrait of {subject} at night, city lights behind out of focus':
    'un retrato cercano de {subject} de noche, con las luces de la ciudad desenfocadas detrás',

  'A toy bear as an example, in the snow': 'Un oso de juguete como ejemplo, en la nieve',
  'A toy bear as an example, in fall colors':
    'Un oso de juguete como ejemplo, con colores de otoño',
  'A toy bear as an example, in spring colors':
    'Un oso de juguete como ejemplo, con colores de primavera',
  'a photo of {subject} under a blossoming cherry tree':
    'una foto de {subject} bajo un cerezo en flor',
  'a photo of {subject} in a field of tulips': 'una foto de {subject} en un campo de tulipanes',
  'a photo of {subject} in light spring rain, raincoat':
    'una foto de {subject} bajo una llovizna de primavera, con impermeable',
  'a photo of {subject} on a beach at noon': 'una foto de {subject} en la playa a mediodía',
  'a photo of {subject} in a sunflower field, straw hat':
    'una foto de {subject} en un campo de girasoles, con sombrero de paja',
  'a photo of {subject} by a campfire on a summer night':
    'una foto de {subject} junto a una fogata en una noche de verano',
  'a photo of {subject} on a path of fallen leaves':
    'una foto de {subject} en un sendero de hojas caídas',
  'a photo of {subject} in a vineyard, fall colors':
    'una foto de {subject} en un viñedo, con colores de otoño',
  'a photo of {subject} in a foggy forest, wool coat':
    'una foto de {subject} en un bosque con niebla, con abrigo de lana',
  'a photo of {subject} in falling snow, scarf and hat':
    'una foto de {subject} bajo la nieve, con bufanda y gorro',
  'a photo of {subject} on a frozen lake with skates':
    'una foto de {subject} con patines en un lago helado',
  'a photo of {subject} by a fireplace, warm light':
    'una foto de {subject} junto a la chimenea, con luz cálida',

  'A toy bird as an example, in the snow': 'Un pájaro de juguete como ejemplo, en la nieve',
  'A toy bird as an example, on the grass': 'Un pájaro de juguete como ejemplo, en el prado',
  'A toy bird as an example, on red': 'Un pájaro de juguete como ejemplo, sobre rojo',
  '{subject} in deep snow, knitted scarf': '{subject} en la nieve profunda, con bufanda tejida',
  '{subject} on a red cushion with paper hearts':
    '{subject} sobre un cojín rojo con corazones de papel',
  '{subject} among daffodils': '{subject} entre narcisos',
  '{subject} with a small umbrella in the rain': '{subject} con un paraguas pequeño bajo la lluvia',
  '{subject} in a flower meadow': '{subject} en una pradera de flores',
  '{subject} in a rowing boat on a lake': '{subject} en un bote de remos en un lago',
  '{subject} on a beach next to a sandcastle': '{subject} en la playa junto a un castillo de arena',
  '{subject} under a sunshade with a slice of watermelon':
    '{subject} bajo una sombrilla con una rebanada de sandía',
  '{subject} next to a stack of school books': '{subject} junto a una pila de libros escolares',
  '{subject} among carved pumpkins': '{subject} entre calabazas talladas',
  '{subject} in a pile of fallen leaves': '{subject} en un montón de hojas caídas',
  '{subject} under a decorated tree with wrapped gifts':
    '{subject} bajo un árbol decorado con regalos',

  'A potted plant as an example, on white': 'Una planta en maceta como ejemplo, sobre blanco',
  'A potted plant as an example, at sunset': 'Una planta en maceta como ejemplo, al atardecer',
  'a studio photo of {subject} on a white background, soft shadow':
    'foto de estudio: {subject} sobre fondo blanco, con una sombra suave',
  'a studio photo of {subject} on a dark background, rim light':
    'foto de estudio: {subject} sobre fondo oscuro, con luz de contorno',
  'a photo of {subject} on a wooden table by a window':
    '{subject} sobre una mesa de madera junto a una ventana',
  'a photo of {subject} on a marble slab, seen from above':
    '{subject} sobre una losa de mármol, desde arriba',
  'a photo of {subject} among green leaves': '{subject} entre hojas verdes',
  'a photo of {subject} on a pedestal, pastel backdrop':
    '{subject} sobre un pedestal, con fondo pastel',
  'a photo of {subject} on a sandy beach, golden hour':
    '{subject} en una playa de arena al atardecer',
  'a photo of {subject} on a shelf between books': '{subject} en una repisa entre libros',
  'a photo of {subject} on a rock in a stream': '{subject} sobre una roca en un arroyo',
  'a photo of {subject} on a picnic blanket': '{subject} sobre una manta de picnic',

  'a lion': 'un león',
  'a penguin in the snow': 'un pingüino en la nieve',
  'a koala': 'un koala',
  'a tiger on the grass': 'un tigre en el prado',
  'a panda': 'un panda',
  'a flamingo': 'un flamenco',
  'a sloth': 'un perezoso',
  'a peacock': 'un pavo real',
  'an otter': 'una nutria',
  'a parrot': 'un loro',

  'a tropical fish': 'un pez tropical',
  'an octopus': 'un pulpo',
  'a dolphin': 'un delfín',
  'a whale': 'una ballena',
  'a crab': 'un cangrejo',
  'a turtle': 'una tortuga',
  'a shark': 'un tiburón',
  'a seal': 'una foca',
  'a shrimp': 'un camarón',
  'a lobster': 'una langosta',

  'a hot air balloon': 'un globo aerostático',
  'a steam locomotive': 'una locomotora de vapor',
  'a sailboat': 'un velero',
  'a bicycle': 'una bicicleta',
  'a helicopter': 'un helicóptero',
  'a fire engine': 'un camión de bomberos',
  'a tractor': 'un tractor',
  'a tram': 'un tranvía',
  'a rocket': 'un cohete',
  'an airplane': 'un avión',

  'a cupcake': 'un cupcake',
  'a donut': 'una dona',
  'a pizza': 'una pizza',
  'a croissant': 'un croissant',
  'a pancake': 'un panqueque',
  'a cookie': 'una galleta',
  'an ice cream': 'un helado',
  'a birthday cake': 'un pastel de cumpleaños',
} as const
