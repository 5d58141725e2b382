import { sessionsOf } from "./suite.js";

sessionsOf(1, 3);
