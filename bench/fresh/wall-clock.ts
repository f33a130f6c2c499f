/** Epoch ms with fractions, comparable between the processes of one machine. */
export const wallClock = () => performance.timeOrigin + performance.now();
