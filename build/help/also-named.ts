/** `<!-- also: clean up, SSD -->` below a heading: words that people use for what is there, and that no sentence has. */
export const alsoNamed = /<!-- also: (.+?) -->/g;
