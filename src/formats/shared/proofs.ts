export { proofOwners } from "../../model/proofs.js";
