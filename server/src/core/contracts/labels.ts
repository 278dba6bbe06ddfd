/** What a damage and a picture are called within their inspection: on screens, on paper and by programs. */
export const damageLabel = (number: number) => `D${number}`
export const imageLabel = (number: number) => `P${number}`
